import { Component, type ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface Props {
  readonly children: ReactNode;
  /** A new place is a new try. */
  readonly place: string;
}

/** A fault in a screen leaves the rest of the window standing, with a sentence in its place. */
export class ErrorBoundary extends Component<Props, { readonly fault: string | null }> {
  override state = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.fault !== null) this.setState({ fault: null });
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return (
      <div className="page page-scroll fault">
        <Notice
          tone="bad"
          title={words.shell.crashed}
          detail={this.state.fault}
          action={<Button onPress={() => this.setState({ fault: null })}>{words.shell.openAgain}</Button>}
        >
          {words.shell.crashedMeaning}
        </Notice>
      </div>
    );
  }
}
