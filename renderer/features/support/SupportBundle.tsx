import { LifeBuoy } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useCallMutation } from '../../api/useCall.ts'
import { saveFile } from '../../ui/saveFile.ts'
import { showProblem } from '../../api/offerUndo.ts'

/** Saves a support bundle: versions, settings and activity, without secrets. */
export function SupportBundle() {
  const bundle = useCallMutation('activity.bundle', { onSuccess: saveFile })
  return (
    <ActionButton
      size="xs"
      icon={LifeBuoy}
      loading={bundle.isPending}
      onClick={() => bundle.mutate({}, { onError: showProblem })}
    >
      Save a support bundle
    </ActionButton>
  )
}
