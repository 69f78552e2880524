import { Button } from '@mantine/core'
import { LifeBuoy } from 'lucide-react'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'
import { useSupportBundle } from '../../api/activity.ts'

/** Saves a support bundle: versions, settings and activity, without secrets. */
export function SupportBundle() {
  const bundle = useSupportBundle()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<LifeBuoy size={14} aria-hidden />}
      loading={bundle.isPending}
      onClick={() => bundle.mutate(undefined, { onError: (error) => showProblemToast(error.problem) })}
    >
      Save a support bundle
    </Button>
  )
}
