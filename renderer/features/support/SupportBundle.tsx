import { LifeBuoy } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { useSupportBundle } from '../../api/activity.ts'

/** Saves a support bundle: versions, settings and activity, without secrets. */
export function SupportBundle() {
  const bundle = useSupportBundle()
  return (
    <ActionButton
      size="xs"
      icon={LifeBuoy}
      loading={bundle.isPending}
      onClick={() => bundle.mutate(undefined, { onError: (error) => showProblemToast(error.problem) })}
    >
      Save a support bundle
    </ActionButton>
  )
}
