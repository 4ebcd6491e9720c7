// The theme comes first: it declares the order of the cascade layers.
import './theme/tokens.css';
import './theme/base.css';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { reportUncaughtFaults } from './state/report-fault.ts';
import { connectStore } from './state/store.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

reportUncaughtFaults();
connectStore();
createRoot(root).render(
  <I18nProvider locale="en-US">
    <App />
  </I18nProvider>,
);
