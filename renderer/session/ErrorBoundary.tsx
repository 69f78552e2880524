import { Box } from '@mantine/core'
import { Component, Suspense, type ReactNode } from 'react'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { call } from '../api/call.ts'
import { isLoadFailure, hostState, type HostState } from '../api/hostState.ts'
import { sendUnsavedDrafts } from '../api/unsavedDrafts.ts'
import { ProblemView } from '../ui/problem/ProblemView.tsx'

/** Contains a part of the window that fails to load or render, so that the rest keeps working. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? <ErrorScreen error={error} /> : this.props.children
  }
}

/**
 * Shows a part that loads on demand. If it can't be loaded, shows the problem in its place; the rest of the screen
 * stays.
 */
export function LaterPart({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function ErrorScreen({ error }: { error: Error }) {
  const host = hostState.use()
  const problem = toProblem(error, host)
  return (
    <Box maw="calc(var(--measure) + 48px)" py="sm" px="lg">
      <ProblemView
        problem={problem}
        outcome={host === 'answering' ? '' : 'This part can’t be loaded until the app is back.'}
        retry={() => void reloadIfAvailable()}
      />
    </Box>
  )
}

function toProblem(error: Error, host: HostState): Problem {
  if (host !== 'answering') return { code: 'host_unreachable' }
  const detail = (error.stack ?? error.message).slice(0, 2_000)
  return { code: isLoadFailure(error) ? 'part_not_loaded' : 'bug', detail }
}

/**
 * Reloads the window, which may load a newer version. Only does so if the app answers: otherwise unsaved input exists
 * only in this page.
 */
async function reloadIfAvailable(): Promise<void> {
  const state = await call('app.state', {})
  if (!state.ok) return
  await sendUnsavedDrafts()
  location.reload()
}
