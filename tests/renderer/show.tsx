import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type {} from '../../renderer/api/call.ts'
import { createQueryClient } from '../../renderer/api/client.ts'
import { theme } from '../../renderer/ui/theme/theme.ts'
import { variables } from '../../renderer/ui/theme/variables.ts'

/**
 * Renders a component with the window's theme and cache. No app runs behind it. Returns the calls made as `[name,
 * input]`. Calls listed in `answers` get their result, others never resolve.
 */
export async function show(component: ReactNode, answers: Record<string, (input: never) => unknown> = {}) {
  const call = vi.fn<(name: string, input: unknown) => Promise<unknown>>((name, input) => {
    const answer = answers[name]
    return answer ? Promise.resolve(answer(input as never)) : Promise.race([])
  })
  window.desktop = { call, onOpenRequest: () => undefined }
  await movePointerAway()
  const { promise: drawn, resolve: onDrawn } = Promise.withResolvers<undefined>()
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={createQueryClient()}>
        {/* axe reports content outside a main landmark. */}
        <main>{component}</main>
        <Drawn onDrawn={onDrawn} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await drawn
  return call.mock.calls
}

/** Otherwise an earlier test's pointer position could open a tooltip here. */
async function movePointerAway(): Promise<void> {
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
}

/** Reports when it and everything before it is mounted: production React renders asynchronously. */
function Drawn({ onDrawn }: { onDrawn: (nothing: undefined) => void }) {
  useEffect(() => onDrawn(undefined), [onDrawn])
  return null
}
