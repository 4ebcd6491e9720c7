import { Component, type ErrorInfo, type ReactNode } from 'react';
import { words } from '../i18n/words.ts';
import { reportFault } from '../state/report-fault.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface Props {
  readonly children: ReactNode;
  /** When this changes, the children are rendered again. */
  readonly resetKey: string;
}

/** Shows a notice in place of a screen that throws, and keeps the rest of the window working. */
export class ErrorBoundary extends Component<Props, { readonly message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    reportFault('render', error, componentStack ?? '');
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.message !== null) {
      this.setState({ message: null });
    }
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <div className="page app-fault">
        <Notice
          tone="bad"
          title={words.shell.crashed}
          detail={this.state.message}
          action={<Button onPress={() => this.setState({ message: null })}>{words.shell.openAgain}</Button>}
        >
          {words.shell.crashedDescription}
        </Notice>
      </div>
    );
  }
}
