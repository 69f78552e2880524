import { Flex, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LookupContext } from '../../../contract/app/window/windowPath.ts'
import { compare } from '../../../contract/app/link/change/compare.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { CardPreview } from '../../features/card/CardPreview.tsx'
import { ActiveLine } from '../../features/record/RecordState.tsx'
import { ChangedTimes } from '../../features/record/ChangedTimes.tsx'
import { FieldGroups } from '../../features/record/FieldGroups.tsx'
import { RawResponse } from '../../features/record/RawResponse.tsx'
import { ServiceSide } from '../../features/record/ServiceSide.tsx'
import { Differences } from '../../features/record/Differences.tsx'
import { Lineage } from '../../features/record/Lineage.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { LinkOutcomes } from '../../features/simulator/LinkOutcomes.tsx'
import { linkRules } from '../../link/linkRules.ts'
import { groupFields } from '../../link/groups.ts'
import { findShapeWarnings } from '../../link/shapeWarnings.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { useRenderAtEnd } from '../../link/useRenderAtEnd.ts'
import { linkPath } from '../../session/routes.ts'
import { formatTime } from '../../ui/formatTime.ts'
import { ResultHead } from './ResultHead.tsx'
import { Confirmation, type Confirmed } from './Confirmation.tsx'
import type { ShownLink } from './shownLink.ts'
import { ResultCard } from './ResultCard.tsx'
import { QuietText } from '../../ui/variants.ts'

interface FoundViewProps {
  shown: ShownLink
  /** Whether the service has confirmed it. */
  confirmed: Confirmed
  /** Stops waiting for the service. */
  cancel: () => void
  /** Shows where it was looked up. */
  where: ReactNode
  /** Shows why the service did not confirm it, and what to do; `null` if it did. */
  problem: ReactNode
  /** The link's profile; `null` if it has been deleted. */
  profile: SavedProfile | null
  context: LookupContext
}

/** Explains a link: first in one sentence, then field by field, and with what each visitor gets. */
export function FoundView({ shown, confirmed, cancel, where, problem, profile, context }: FoundViewProps) {
  const { link, record } = shown
  useRenderAtEnd([link])
  const rules = linkRules(link, record?.request ?? null)
  const address = link.access_path ?? record?.link ?? shown.path
  return (
    <Stack gap="lg">
      <ResultCard>
        {where}
        <ResultHead
          found={shown}
          rules={rules}
          address={address}
          profileId={profile?.id ?? null}
          context={context}
        />
        <Confirmation {...{ confirmed, cancel }} inLibrary={record !== null} />
        {profile?.canChangeLinks === true && confirmed === 'confirmed' && (
          <ChangedTimes link={{ ...context, path: shown.path }} />
        )}
        {record && <LibraryEntry record={record} link={link} isConfirmed={confirmed === 'confirmed'} />}
      </ResultCard>
      {problem}
      <Details found={shown} rules={rules} address={address} profile={profile} />
    </Stack>
  )
}

interface KnownProps {
  record: LinkRecord
  link: RemoteLink
  isConfirmed: boolean
}

/**
 * Shows the library's record of a found link: when and from what it was created, and whether it is still as requested.
 */
function LibraryEntry({ record, link, isConfirmed }: KnownProps) {
  const { request, damaged, local } = record
  const differences = request && !damaged && isConfirmed ? compare(request, link) : null
  return (
    <Stack component="section" gap="xs" maw="var(--measure)" aria-label="What Linkwright knows about it">
      <p>
        {request ? 'Created here' : 'Added'} on {formatTime(record.createdAt)}, in {record.profileName}:{' '}
        <Link href={linkPath(record.id)}>{linkTitle(record)}</Link>.
        {local?.archived === true && ' Archived in your library.'}
        {differences?.length === 0 && ' The service still has it exactly as you requested.'}
      </p>
      <Lineage record={record} />
      {differences && differences.length > 0 && <Differences record={{ ...record, differences }} />}
    </Stack>
  )
}

const noWarnings: ReadonlyMap<string, string> = new Map()

interface DetailsProps {
  found: ShownLink
  rules: RedirectRules
  address: string
  profile: SavedProfile | null
}

/** Shows the link field by field, and what it does for each visitor. */
function Details({ found: { link, raw, defaults }, rules, address, profile }: DetailsProps) {
  const warnings = raw === null ? noWarnings : findShapeWarnings(raw)
  return (
    <>
      {warnings.size > 0 && (
        <QuietText maw="var(--measure)">
          The service’s answer doesn’t match its specification: {[...warnings.keys()].join(', ')}. Each
          affected field shows the difference.
        </QuietText>
      )}
      <Flex direction={{ base: 'column-reverse', md: 'row' }} gap={32}>
        <Stack gap="lg" flex="1 1 0" miw={0} maw="var(--measure)">
          <FieldGroups groups={groupFields(link)} data={link.data} level={2} warnings={warnings} />
          {profile && <ServiceSide profile={profile} />}
          {raw !== null && <RawResponse text={raw} />}
        </Stack>
        <Stack component="aside" gap="lg" flex="none" w={{ md: 480 }} aria-label="What this link does">
          <Stack component="section" gap={6} aria-labelledby="found-outcomes">
            <h2 id="found-outcomes">What happens</h2>
            <ActiveLine link={link} />
            <LinkOutcomes link={address} rules={rules} defaults={defaults} hasApp={profile?.hasApp ?? true} />
          </Stack>
          <Stack component="section" gap={6} aria-labelledby="found-card">
            <h2 id="found-card">Card</h2>
            <CardPreview
              title={link.title ?? ''}
              subtitle={link.subtitle ?? ''}
              image={link.image ?? ''}
              host={addressHost(address, profile)}
            />
          </Stack>
        </Stack>
      </Flex>
    </>
  )
}

function addressHost(address: string, profile: SavedProfile | null): string {
  return URL.parse(address)?.host ?? profile?.linkHosts[0] ?? ''
}
