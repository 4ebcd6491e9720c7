// The theme comes first: what a component says of itself overrides it.
import './theme/tokens.css';
import './theme/base.css';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { connectStore } from './state/store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

connectStore();
createRoot(root).render(
  <I18nProvider locale="en-US">
    <App />
  </I18nProvider>,
);
