import { Button } from '@mantine/core'
import { sayProblem } from '../../ui/problem/sayProblem.tsx'
import { useSettleLink } from '../../api/links.ts'

/** Asks the service what came of an uncertain create, where that cannot make a second link. */
export function LookForIt({ id }: { id: string }) {
  const settle = useSettleLink()
  const look = () => settle.mutate(id, { onError: ({ problem }) => sayProblem(problem) })
  return (
    <Button variant="default" loading={settle.isPending} onClick={look}>
      Look for it
    </Button>
  )
}
