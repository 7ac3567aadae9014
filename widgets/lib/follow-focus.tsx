import { Component, createRef, h, type ComponentChildren } from 'preact';

type Props = {
  children: ComponentChildren;
  class: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  'data-theme': string;
};

/**
 * An element that moves the focus with the participant: from a control that their click took away to the new title,
 * and to a field that needs another look. On load nothing here has the focus, and nothing takes it.
 */
export class FollowFocus extends Component<Props> {
  root = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate() {
    const { activeElement } = this.root.current?.getRootNode() as Document | ShadowRoot;
    return this.root.current?.contains(activeElement) && activeElement;
  }
  override componentDidUpdate(_props: unknown, _state: unknown, focused: Element | false | null | undefined) {
    const find = (selector: string) => this.root.current?.querySelector<HTMLElement>(selector);
    const wrong = find('[aria-invalid]');
    if (focused) (wrong ?? (focused.isConnected ? undefined : find('[role=heading]')))?.focus();
  }
  override render() {
    return <div {...this.props} ref={this.root} onClickCapture={focusPressed} />;
  }
}

/** Safari does not focus a clicked button; without that nobody would know that the focus was here. */
const focusPressed = ({ target }: MouseEvent) => (target as Element).closest('button')?.focus();
