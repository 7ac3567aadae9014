/** The same app in Vue. */
import { createSSRApp, h, onBeforeUnmount, onMounted, ref } from 'vue';
import { Confirmation } from '../../../src/client/vue.ts';
import { followLinks, hear, titleOf, type Props } from './pages.ts';

const whole = ({ path, src, project }: Props) =>
  createSSRApp({
    setup() {
      const at = ref(path);
      let end: () => void;
      onMounted(() => (end = followLinks((next) => (at.value = next))));
      onBeforeUnmount(() => end());
      return () => [
        h('h1', titleOf(at.value)),
        h('nav', [h('a', { href: 'thanks' }, 'Thanks'), ' ', h('a', { href: 'other' }, 'Other')]),
        ...(at.value === 'thanks'
          ? [
              h('div', { style: { height: '2000px' } }),
              h(Confirmation, { src, 'data-project_id': project, onCredited: () => hear('credited') }),
              h('p', { id: 'after' }, 'Words'),
            ]
          : []),
      ];
    },
  });

export const html = async (props: Props) =>
  import.meta.env.SSR ? (await import('vue/server-renderer')).renderToString(whole(props)) : '';

if (!import.meta.env.SSR) whole(window.props).mount('main');
