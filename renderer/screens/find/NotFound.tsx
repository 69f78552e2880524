import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Problem } from '../../../contract/problem.ts'
import { findPath } from '../../../contract/windowPath.ts'
import type { AskedPlace } from '../../../contract/windowPath.ts'
import { useSession } from '../../session/Session.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'

interface NotFoundProps {
  problem: Problem
  text: string
  /** Where it was asked. */
  place: AskedPlace
  /** The profiles that the link belongs to by its domain. */
  owners: readonly string[]
  retry: () => void
}

/** A link that is not here may be somewhere else: the other places, one press away and never asked unbidden. */
export function NotFound({ problem, text, place, owners, retry }: NotFoundProps) {
  const elsewhere = problem.code === 'link_not_found' || problem.code === 'profile_not_found'
  return (
    <ProblemView
      problem={problem}
      actions={elsewhere ? <Elsewhere text={text} place={place} owners={owners} /> : <Again retry={retry} />}
    />
  )
}

function Again({ retry }: { retry: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={retry}>
      Try again
    </Button>
  )
}

/** Each is a question of its own. The profile and environment in force stay what they are. */
function Elsewhere({ text, place, owners }: Pick<NotFoundProps, 'text' | 'place' | 'owners'>) {
  const { state } = useSession()
  const [, go] = useLocation()
  const other = place.environment === 'production' ? 'development' : 'production'
  const places = state.profiles.map(({ id, name }) =>
    id === place.profileId
      ? { label: other, place: { profileId: id, environment: other } as const }
      : { label: `${name}, ${place.environment}`, place: { ...place, profileId: id } },
  )
  const near = (id: string) => (id === place.profileId ? 2 : owners.includes(id) ? 1 : 0)
  const nearestFirst = places.toSorted((a, b) => near(b.place.profileId) - near(a.place.profileId))
  return nearestFirst.map(({ label, place: there }) => (
    <Button key={there.profileId} size="xs" variant="default" onClick={() => go(findPath(text, there))}>
      Look in {label}
    </Button>
  ))
}
