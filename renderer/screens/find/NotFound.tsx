import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { useLocation } from 'wouter'
import { otherEnvironment } from '../../../contract/headers.ts'
import type { Problem } from '../../../contract/problem.ts'
import { findPath } from '../../../contract/windowPath.ts'
import type { LookupContext } from '../../../contract/windowPath.ts'
import { useSession } from '../../session/Session.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { ProblemDetails, ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SearchLinks } from './SearchLinks.tsx'

interface NotFoundProps {
  problem: Problem
  text: string
  /** Whether it is one word without a domain, which may be part of a title. */
  isBare: boolean
  /** Where it was asked. */
  place: LookupContext
  /** The profiles that the link belongs to by its domain. */
  owners: readonly string[]
  /** Whether the library has the link at this place. */
  isKnown: boolean
  /** Whether the library has it at any place. */
  isInLibrary: boolean
  /** Whether the other environment of the profile was asked too. */
  inNeither: boolean
  retry: () => void
}

/** A link that is not here may be somewhere else: the other places are one click away, and asked only then. */
export function NotFound({
  problem,
  text,
  isBare,
  place: context,
  owners,
  isKnown,
  isInLibrary,
  inNeither,
  retry,
}: NotFoundProps) {
  const elsewhere = (
    <>
      {isBare && !isInLibrary && <SearchLinks text={text} />}
      <OtherPlaces {...{ text, place: context, owners, inNeither }} />
    </>
  )
  if (problem.code === 'profile_not_found') return <ProblemView problem={problem} actions={elsewhere} />
  if (problem.code !== 'link_not_found')
    return (
      <ProblemView
        problem={problem}
        outcome={isInLibrary ? '' : 'The link isn’t in your library, and its service could not be asked.'}
        retry={retry}
      />
    )
  const where = inNeither ? 'development or production' : context.environment
  const title = isKnown ? 'The service doesn’t have this link' : `Not found in ${where}`
  return (
    <Callout tone={isKnown ? 'warn' : 'quiet'} icon={SearchX} role="status" title={title} actions={elsewhere}>
      <p>
        {isKnown
          ? `What you see is from your library. The link may have been deleted at the service, or moved from ${context.environment}.`
          : inNeither
            ? 'It may belong to another project or service. Check the link, or look there.'
            : 'It may belong to another environment, project or service. Check the link, or look there.'}
      </p>
      <ProblemDetails problem={problem} />
    </Callout>
  )
}

type OtherPlacesProps = Pick<NotFoundProps, 'text' | 'place' | 'owners' | 'inNeither'>

/** Looking in another place doesn't switch the window's profile and environment. */
function OtherPlaces({ text, place: context, owners, inNeither }: OtherPlacesProps) {
  const { state } = useSession()
  const [, go] = useLocation()
  const other = otherEnvironment(context.environment)
  const profiles = state.profiles.filter(({ id }) => !(inNeither && id === context.profileId))
  const places = profiles.map(({ id, name }) =>
    id === context.profileId
      ? { label: other, place: { profileId: id, environment: other } }
      : { label: `${name}, ${context.environment}`, place: { ...context, profileId: id } },
  )
  const near = (id: string) => (id === context.profileId ? 2 : owners.includes(id) ? 1 : 0)
  const nearestFirst = places.toSorted((a, b) => near(b.place.profileId) - near(a.place.profileId))
  return nearestFirst.map(({ label, place: there }) => (
    <Button key={there.profileId} size="xs" variant="default" onClick={() => go(findPath(text, there))}>
      Look in {label}
    </Button>
  ))
}
