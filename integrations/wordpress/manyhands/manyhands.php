<?php
/**
 * Plugin Name: Manyhands
 * Description: The confirmation message and the project finder of a Manyhands service, as blocks and shortcodes.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * License: MIT
 */

if (!defined('ABSPATH')) {
	exit();
}

const MANYHANDS_EMBEDS = [
	'message' => ['file' => 'recordevent_with_service_inline_signup.js', 'height' => 200],
	'finder' => ['file' => 'finder.js', 'height' => 0],
];

/** Returns the names of an embed's attributes; the build writes them from the embed's own settings. */
function manyhands_attributes($kind) {
	static $names = null;
	$names = $names ?? require __DIR__ . '/attributes.php';
	return $names[$kind];
}

/** Returns the settings of this site: the address of the service, and the usual Project ID. */
function manyhands_settings() {
	$given = get_option('manyhands', []);
	return [
		'service' => untrailingslashit($given['service'] ?? ''),
		'project_id' => (string) ($given['project_id'] ?? ''),
	];
}

/** Returns the HTML of an embed; shortcodes and blocks write `near_me` for `data-near-me`. */
function manyhands_embed($kind, $given) {
	$settings = manyhands_settings();
	if ($settings['service'] === '') {
		return current_user_can('manage_options')
			? '<p>' . esc_html__('Manyhands: set the address of the service in Settings, Manyhands.', 'manyhands') . '</p>'
			: '';
	}
	$embed = MANYHANDS_EMBEDS[$kind];
	$given = is_array($given) ? $given : [];
	if ($kind === 'message' && empty($given['project_id'])) {
		$given['project_id'] = $settings['project_id'];
	}
	$attributes = '';
	foreach (manyhands_attributes($kind) as $name) {
		$value = $given[$name] ?? ($given[str_replace('-', '_', $name)] ?? '');
		if (is_scalar($value) && (string) $value !== '') {
			$attributes .= sprintf(' data-%s="%s"', $name, esc_attr((string) $value));
		}
	}
	$height = isset($given['height']) ? absint($given['height']) : $embed['height'];
	$style = $height > 0 ? sprintf(' style="min-height: %dpx; margin: 1em 0"', $height) : '';
	$link = $kind === 'finder'
		? sprintf('<a href="%s">%s</a>', esc_url($settings['service'] . '/finder'), esc_html__('Find a project', 'manyhands'))
		: '';
	return sprintf(
		'<div%s><script src="%s"%s async></script>%s</div>',
		$style,
		esc_url($settings['service'] . '/static/api/' . $embed['file']),
		$attributes,
		$link
	);
}

add_action('init', function () {
	wp_register_script(
		'manyhands-blocks',
		plugins_url('blocks.js', __FILE__),
		['wp-blocks', 'wp-element', 'wp-components', 'wp-block-editor'],
		'0.1.0',
		true
	);
	foreach (MANYHANDS_EMBEDS as $kind => $embed) {
		$render = function ($given) use ($kind) {
			return manyhands_embed($kind, $given);
		};
		add_shortcode('manyhands_' . $kind, $render);
		$attributes = ['height' => ['type' => 'string', 'default' => '']];
		foreach (manyhands_attributes($kind) as $name) {
			$attributes[str_replace('-', '_', $name)] = ['type' => 'string', 'default' => ''];
		}
		if ($embed['height'] > 0) {
			unset($attributes['height']);
		}
		register_block_type('manyhands/' . $kind, [
			'api_version' => 2,
			'attributes' => $attributes,
			'editor_script' => 'manyhands-blocks',
			'render_callback' => $render,
		]);
	}
});

/** Keeps nothing but an http address and a number. */
function manyhands_sanitize($given) {
	$given = is_array($given) ? $given : [];
	$service = esc_url_raw(trim((string) ($given['service'] ?? '')), ['http', 'https']);
	$project = trim((string) ($given['project_id'] ?? ''));
	return [
		'service' => untrailingslashit($service),
		'project_id' => preg_match('/^[1-9]\d{0,14}$/', $project) ? $project : '',
	];
}

add_action('admin_init', function () {
	register_setting('manyhands', 'manyhands', ['type' => 'array', 'sanitize_callback' => 'manyhands_sanitize']);
});

add_action('admin_menu', function () {
	add_options_page('Manyhands', 'Manyhands', 'manage_options', 'manyhands', function () {
		$settings = manyhands_settings(); ?>
		<div class="wrap">
			<h1>Manyhands</h1>
			<form method="post" action="options.php">
				<?php settings_fields('manyhands'); ?>
				<p><label><?php esc_html_e('Address of the service', 'manyhands'); ?><br>
				<input type="url" class="regular-text" name="manyhands[service]" required
					value="<?php echo esc_attr($settings['service']); ?>"></label></p>
				<p><label><?php esc_html_e('Project ID: the number on the Tools tab of your project', 'manyhands'); ?><br>
				<input inputmode="numeric" name="manyhands[project_id]"
					value="<?php echo esc_attr($settings['project_id']); ?>"></label></p>
				<p><?php esc_html_e('Shortcodes: [manyhands_message], [manyhands_finder topic="Birds"], [manyhands_finder widget="42"].', 'manyhands'); ?></p>
				<?php submit_button(); ?>
			</form>
		</div>
	<?php });
});
