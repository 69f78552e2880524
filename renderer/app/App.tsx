import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { useHashPath } from '../session/hashLocation.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { createQueryClient, prefetch } from '../api/client.ts'
import { AppRoot } from './AppRoot.tsx'
import { styleNonce } from '../ui/theme/nonce.ts'
import { theme } from '../ui/theme/theme.ts'
import { variables } from '../ui/theme/variables.ts'

function startClient(): QueryClient {
  const client = createQueryClient()
  prefetch(client)
  return client
}

/** Renders the whole window: theme, cache and router around the welcome screen or the app. */
export function App() {
  const [client] = useState(startClient)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      getStyleNonce={styleNonce}
      defaultColorScheme="auto"
    >
      <Toaster />
      <QueryClientProvider client={client}>
        <Router hook={useHashPath}>
          <AppRoot />
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}
