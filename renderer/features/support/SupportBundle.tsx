import { LifeBuoy } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useSupportBundle } from '../../api/activity.ts'
import { showProblem } from '../../api/offerUndo.ts'

/** Saves a support bundle: versions, settings and activity, without secrets. */
export function SupportBundle() {
  const bundle = useSupportBundle()
  return (
    <ActionButton
      size="xs"
      icon={LifeBuoy}
      loading={bundle.isPending}
      onClick={() => bundle.mutate(undefined, { onError: showProblem })}
    >
      Save a support bundle
    </ActionButton>
  )
}
