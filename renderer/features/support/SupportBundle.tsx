import { Button } from '@mantine/core'
import { LifeBuoy } from 'lucide-react'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { useSupportBundle } from '../../api/activity.ts'

/** Saves what helps with a question: versions, settings and activity, without secrets. */
export function SupportBundle() {
  const bundle = useSupportBundle()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<LifeBuoy size={14} aria-hidden />}
      loading={bundle.isPending}
      onClick={() => bundle.mutate(undefined, { onError: (error) => sayProblem(error.problem) })}
    >
      Save a support bundle
    </Button>
  )
}
