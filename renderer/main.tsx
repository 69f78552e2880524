import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './ui/theme/global.css'
import './ui/theme/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { openExternalPath } from './app/externalNavigation.ts'
import { announceStyleNonce } from './ui/theme/nonce.ts'
import { recordLoadFailure } from './api/hostState.ts'
import { watchForTokens, consumeToken } from './api/token.ts'

// Must run before anything else reads the URL, because the router would treat the token as a path.
consumeToken()
watchForTokens()
// Vite emits this when a chunk fails to load, so the screen's error boundary knows the cause.
window.addEventListener('vite:preloadError', (event) =>
  recordLoadFailure((event as Event & { payload?: unknown }).payload),
)
announceStyleNonce()
window.desktop?.onOpenRequest(openExternalPath)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
