import { useState } from 'react';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import { writeClipboard } from './write-clipboard.ts';

/** Copies a text, and says so. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button small icon={isCopied ? 'check' : 'copy'} onPress={() => setCopied(writeClipboard(text))}>
      {isCopied ? words.common.copied : children}
    </Button>
  );
}
