/* The blocks in the editor: a form of their settings. The page is drawn by manyhands.php. */
(function (blocks, element, components, editor) {
  const h = element.createElement;
  const fields = {
    message: { title: 'Manyhands: confirmation message', shown: ['project_id', 'type', 'lang'] },
    finder: {
      title: 'Manyhands: project finder',
      shown: ['widget', 'projects', 'q', 'topic', 'near', 'title', 'layout', 'limit', 'height'],
    },
  };
  for (const kind of Object.keys(fields)) {
    const { title, shown } = fields[kind];
    blocks.registerBlockType(`manyhands/${kind}`, {
      apiVersion: 2,
      title,
      icon: 'groups',
      category: 'embed',
      attributes: Object.fromEntries(shown.map((name) => [name, { type: 'string', default: '' }])),
      edit: ({ attributes, setAttributes }) =>
        h(
          'div',
          editor.useBlockProps(),
          h('strong', null, title),
          shown.map((name) =>
            h(components.TextControl, {
              key: name,
              label: name,
              value: attributes[name],
              onChange: (value) => setAttributes({ [name]: value }),
            }),
          ),
        ),
      save: () => null,
    });
  }
})(window.wp.blocks, window.wp.element, window.wp.components, window.wp.blockEditor);
