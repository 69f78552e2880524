import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './ui/theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { announceStyleNonce } from './ui/theme/nonce.ts'
import { takeToken } from './api/token.ts'

// Before anything reads the address: the router would take the token for a place.
takeToken()
announceStyleNonce()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
