import { Button } from '@mantine/core'
import type { Problem } from '../../../contract/problem.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useSwitchTo } from '../../api/profiles.ts'
import { useSession } from '../../session/Session.tsx'

interface NotFoundProps {
  problem: Problem
  text: string
  retry: () => void
}

/** A link that is not here may be somewhere else: the other places, one press away and never asked unbidden. */
export function NotFound({ problem, retry }: NotFoundProps) {
  const elsewhere = problem.code === 'link_not_found'
  return <ProblemView problem={problem} actions={elsewhere ? <Elsewhere /> : <Again retry={retry} />} />
}

function Again({ retry }: { retry: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={retry}>
      Try again
    </Button>
  )
}

function Elsewhere() {
  const { state, current } = useSession()
  const switchTo = useSwitchTo()
  const other = current.environment === 'production' ? 'development' : 'production'
  const others = state.profiles.filter(({ id }) => id !== current.profile.id)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => switchTo.mutate({ id: current.profile.id, environment: other })}
      >
        Look in {other}
      </Button>
      {others.map(({ id, name }) => (
        <Button
          key={id}
          size="xs"
          variant="default"
          onClick={() => switchTo.mutate({ id, environment: current.environment })}
        >
          Look in {name}
        </Button>
      ))}
    </>
  )
}
