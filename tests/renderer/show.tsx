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
  const { promise: mounted, resolve: onMounted } = Promise.withResolvers<undefined>()
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={createQueryClient()}>
        {/* axe reports content outside a main landmark. */}
        <main>{component}</main>
        <MountSignal onMounted={onMounted} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await mounted
  return call.mock.calls
}

/** Moves the pointer away. Its position in an earlier test could open a tooltip. */
async function movePointerAway(): Promise<void> {
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
}

/** Reports when it and everything before it is mounted: production React renders asynchronously. */
function MountSignal({ onMounted }: { onMounted: (value: undefined) => void }) {
  useEffect(() => onMounted(undefined), [onMounted])
  return null
}
