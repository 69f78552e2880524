import { useLocation } from 'wouter'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { showProblem } from '../../../api/offerUndo.ts'
import { runPath } from '../../../session/routes.ts'
import { replaceToast } from '../../../ui/ActionToast.tsx'
import { useIsMounted } from '../../../ui/useIsMounted.ts'

/**
 * Starts the dry run of a change run, and opens it when it is done. If its dialog was closed in the meantime, it
 * continues in the background, and a notice offers to open it. `leave` is called before it opens.
 */
export function useDryRun(leave?: () => void) {
  const { mutateAsync, isPending, variables, error, reset } = useRunMutation('runs.prepare')
  const [, go] = useLocation()
  const isShown = useIsMounted()
  const start = async (input: CallInput<'runs.prepare'>) => {
    const open = () => go(runPath(input.id))
    try {
      const run = await mutateAsync(input)
      if (isShown()) {
        leave?.()
        open()
      } else announce(run, open)
    } catch (failure) {
      // While the dialog is open, it shows the error itself.
      if (!isShown()) showProblem(failure)
    }
  }
  return {
    start: (input: CallInput<'runs.prepare'>) => void start(input),
    /** The id of the run while its links are being looked up. */
    pending: isPending ? variables.id : null,
    error,
    /** Hides the error. */
    clearError: reset,
  }
}

function announce({ id, name, checked }: Run, open: () => void): void {
  replaceToast({
    id,
    title: name,
    message: checked
      ? 'The preview is ready. Nothing was changed.'
      : 'The preview is incomplete: not every link was looked up.',
    actions: [{ label: 'Open preview', run: open }],
  })
}
