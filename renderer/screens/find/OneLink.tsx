import { Fragment } from 'react'
import { Link } from 'wouter'
import { otherEnvironment } from '../../../contract/service/api/headers.ts'
import { linkText, type LinkPath } from '../../../contract/service/address/linkAddress.ts'
import { findOwners } from '../../../contract/app/link/linkDomain.ts'
import { maxSearchLength } from '../../../contract/app/library/view.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import { useFindLink, useKnownLinks, type KnownLink } from '../../api/links.ts'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { linkPath } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { LibraryLinks } from './LibraryLinks.tsx'
import { LookupSource } from './LookupSource.tsx'
import type { Confirmed } from './Confirmation.tsx'
import { UnknownDomain } from './UnknownDomain.tsx'
import { KeptForReference } from './KeptForReference.tsx'
import { FoundView } from './FoundView.tsx'
import { NotFound } from './NotFound.tsx'
import { shownFromLibrary, type ShownLink } from './shownLink.ts'
import { ResultCard } from './ResultCard.tsx'
import { QuietText } from '../../ui/variants.ts'

interface OneLinkProps {
  /** The link as entered. */
  text: string
  link: LinkPath
  /** Where the user chose to look it up; `null` if the library or the link's domain decides. */
  chosenContext: LookupContext | null
}

/**
 * Shows one link. If the library has it, it is looked up where it was created. Otherwise its domain determines the
 * profile. A link on an unknown domain is sent to a service only on request.
 */
export function OneLink({ text, link, chosenContext }: OneLinkProps) {
  const { state, current } = useSession()
  const selectedContext = { profileId: current.profile.id, environment: current.environment }
  const known = useKnownLinks([link], chosenContext ?? selectedContext)
  if (known === null) return <Loading label="Searching your library" />
  const { records = [], reference = null } = known[0] ?? {}
  const owners = findOwners(link.host, state.profiles, current.profile.id)
  const context = chosenContext ?? contextOfRecord(records[0]) ?? contextOfOwner(owners, selectedContext)
  if (!context) return <OtherService {...{ link, text, reference }} />
  // A domain determines only the profile, so the link may be in the other environment.
  const isGuess = chosenContext === null && records.length === 0 && link.host !== null
  return <LinkResult {...{ text, link, owners, records, isGuess }} firstContext={context} />
}

/** Shows a link on a domain that no profile has. The library may keep it for reference, or have links that lead to it. */
function OtherService({
  link,
  text,
  reference,
}: Pick<OneLinkProps, 'link' | 'text'> & Pick<KnownLink, 'reference'>) {
  return (
    <>
      {reference && <KeptForReference record={reference} />}
      <LibraryLinks title="Your links to it" search={text.trim().slice(0, maxSearchLength)} />
      <UnknownDomain host={link.host ?? ''} text={text} />
    </>
  )
}

function contextOfRecord(record: LinkRecord | undefined): LookupContext | null {
  return record ? { profileId: record.profileId, environment: record.environment } : null
}

function contextOfOwner([owner]: readonly string[], selectedContext: LookupContext): LookupContext | null {
  return owner === undefined ? null : { ...selectedContext, profileId: owner }
}

/**
 * Looks a link up, also in the profile's other environment if that is a guess and the first one doesn't have it. Returns
 * the answer and where it comes from.
 */
function useLookup(link: LinkPath, context: LookupContext, isGuess: boolean) {
  const text = linkText(link)
  const other: LookupContext = { ...context, environment: otherEnvironment(context.environment) }
  const first = useFindLink({ text, ...context })
  const isMissing = isGuess && first.error?.problem.code === 'link_not_found'
  const second = useFindLink(isMissing ? { text, ...other } : null)
  if (isMissing && !second.error) return { found: second, context: other, inNeither: false }
  const inNeither = isMissing && second.error?.problem.code === 'link_not_found'
  return { found: first, context, inNeither }
}

interface ResultProps extends Omit<OneLinkProps, 'chosenContext'> {
  firstContext: LookupContext
  /** Whether the link may be in the other environment as well. */
  isGuess: boolean
  owners: readonly string[]
  /** The library's records of the link, in this profile and environment and in others. */
  records: readonly LinkRecord[]
}

/**
 * Shows what the library and the service have in one profile and environment, regardless of what is selected in the
 * window.
 */
function LinkResult({ text, link, firstContext, isGuess, owners, records }: ResultProps) {
  const { state } = useSession()
  const { found, context, inNeither } = useLookup(link, firstContext, isGuess)
  const profile = state.profiles.find(({ id }) => id === context.profileId) ?? null
  const record = records.find((candidate) => isAt(candidate, context)) ?? null
  const { problem, answer } = toOutcome(found)
  // The answer may be older than the record, which may have been archived since.
  const confirmed = answer && { ...answer, record: record ?? answer.record }
  const shown: ShownLink | null = confirmed ?? (record && shownFromLibrary(record, profile))
  const source = <LookupSource {...{ profile, context, record, inNeither }} />
  const notFound = problem && (
    <NotFound
      {...{ problem, text, context, owners, inNeither }}
      retry={() => void found.refetch()}
      isBare={link.host === null}
      isKnown={shown !== null}
      isInLibrary={records.length > 0}
    />
  )
  return (
    <>
      {shown ? (
        <FoundView
          {...{ shown, profile, context, where: source, problem: notFound }}
          confirmed={confirmedBy(answer !== null && !found.isFetching, problem)}
          cancel={found.cancel}
        />
      ) : (
        <ResultCard>
          {source}
          {notFound ?? <Loading label="Asking the service" cancel={found.cancel} />}
        </ResultCard>
      )}
      <RecordsElsewhere records={records.filter((candidate) => !isAt(candidate, context))} />
    </>
  )
}

/** The service's answer, or why there is none; neither while waiting. */
function toOutcome({ data, error }: ReturnType<typeof useFindLink>) {
  return error ? { problem: error.problem, answer: null } : { problem: null, answer: data ?? null }
}

function isAt({ profileId, environment }: LinkRecord, context: LookupContext): boolean {
  return profileId === context.profileId && environment === context.environment
}

function confirmedBy(isAnswered: boolean, problem: Problem | null): Confirmed {
  if (problem) return problem.code === 'link_not_found' ? 'missing' : 'unanswered'
  return isAnswered ? 'confirmed' : 'asking'
}

/** Shows that the library has the link in a profile or environment other than the requested one. */
function RecordsElsewhere({ records }: { records: readonly LinkRecord[] }) {
  if (records.length === 0) return null
  return (
    <QuietText maw="var(--measure)">
      Also in your library:{' '}
      {records.map((record, index) => (
        <Fragment key={record.id}>
          {index > 0 && ', '}
          <Link href={linkPath(record.id)}>{linkTitle(record)}</Link> in {record.profileName},{' '}
          {record.environment}
        </Fragment>
      ))}
      .
    </QuietText>
  )
}
