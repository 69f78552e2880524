import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { otherEnvironment } from '../../../contract/service/api/headers.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { findPath, type LookupContext } from '../../../contract/app/window/windowPath.ts'
import { useSession } from '../../session/Session.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { ProblemDetails, ProblemView } from '../../ui/problem/ProblemView.tsx'
import { SmallButton } from '../../ui/variants.ts'
import { SearchLinks } from './SearchLinks.tsx'

interface NotFoundProps {
  problem: Problem
  text: string
  /** Whether it is one word without a domain, which may be part of a title. */
  isBare: boolean
  /** The profile and environment that were asked. */
  context: LookupContext
  /** The profiles with the link's domain. */
  owners: readonly string[]
  /** Whether the library has the link in this profile and environment. */
  isKnown: boolean
  /** Whether the library has it in any profile or environment. */
  isInLibrary: boolean
  /** Whether the profile's other environment was also asked. */
  inNeither: boolean
  retry: () => void
}

/**
 * Says that a link wasn't found. It may be elsewhere, so each other profile and environment can be asked with one
 * click.
 */
export function NotFound({
  problem,
  text,
  isBare,
  context,
  owners,
  isKnown,
  isInLibrary,
  inNeither,
  retry,
}: NotFoundProps) {
  const elsewhere = (
    <>
      {isBare && !isInLibrary && <SearchLinks text={text} />}
      <OtherContexts {...{ text, context, owners, inNeither }} />
    </>
  )
  if (problem.code === 'profile_not_found') return <ProblemView problem={problem} actions={elsewhere} />
  if (problem.code !== 'link_not_found')
    return (
      <ProblemView
        problem={problem}
        outcome={isInLibrary ? '' : 'The link isn’t in your library, so nothing is known about it.'}
        retry={retry}
      />
    )
  const where = inNeither ? 'development or production' : context.environment
  const title = isKnown ? 'The service doesn’t have this link' : `Not found in ${where}`
  return (
    <Callout tone={isKnown ? 'warn' : 'quiet'} icon={SearchX} role="status" title={title} actions={elsewhere}>
      <p>
        {isKnown
          ? `These values are from your library. The link may have been deleted on the service, or moved out of ${context.environment}.`
          : inNeither
            ? 'It may belong to another project or service. Check the link, or look elsewhere.'
            : 'It may belong to another environment, project or service. Check the link, or look elsewhere.'}
      </p>
      <ProblemDetails problem={problem} />
    </Callout>
  )
}

type OtherContextsProps = Pick<NotFoundProps, 'text' | 'context' | 'owners' | 'inNeither'>

/** Looking elsewhere doesn't switch the window's profile or environment. */
function OtherContexts({ text, context, owners, inNeither }: OtherContextsProps) {
  const { state } = useSession()
  const other = otherEnvironment(context.environment)
  const profiles = state.profiles.filter(({ id }) => !(inNeither && id === context.profileId))
  const otherContexts = profiles.map(({ id, name }) =>
    id === context.profileId
      ? { label: other, context: { profileId: id, environment: other } }
      : { label: `${name}, ${context.environment}`, context: { ...context, profileId: id } },
  )
  const nearness = (id: string) => (id === context.profileId ? 2 : owners.includes(id) ? 1 : 0)
  const nearestFirst = otherContexts.toSorted(
    (a, b) => nearness(b.context.profileId) - nearness(a.context.profileId),
  )
  return nearestFirst.map(({ label, context: there }) => (
    <SmallButton key={there.profileId} component={Link} href={findPath(text, there)}>
      Look in {label}
    </SmallButton>
  ))
}
