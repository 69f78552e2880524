import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type {} from '../../renderer/api/call.ts'
import { createQueryClient } from '../../renderer/api/client.ts'
import { theme } from '../../renderer/ui/theme/theme.ts'
import { variables } from '../../renderer/ui/theme/variables.ts'

/**
 * Draws a component as the window would, with its theme and cache. Behind it is no app: gives the calls that it made,
 * each as `[name, input]`. Those that `answers` names are answered with its result, the others never.
 */
export async function show(component: ReactNode, answers: Record<string, (input: never) => unknown> = {}) {
  const call = vi.fn<(name: string, input: unknown) => Promise<unknown>>((name, input) => {
    const answer = answers[name]
    return answer ? Promise.resolve(answer(input as never)) : Promise.race([])
  })
  window.desktop = { call, onOpenRequest: () => undefined }
  const { promise: drawn, resolve: onDrawn } = Promise.withResolvers<undefined>()
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={createQueryClient()}>
        {/* A page has a main part; what stands outside of one is a fault of its own to axe. */}
        <main>{component}</main>
        <Drawn onDrawn={onDrawn} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await drawn
  return call.mock.calls
}

/** Tells when it is in the page, and all before it: React as it is built draws when it is ready, not before `render` returns. */
function Drawn({ onDrawn }: { onDrawn: (nothing: undefined) => void }) {
  useEffect(() => onDrawn(undefined), [onDrawn])
  return null
}
