import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { findPath } from '../../../contract/windowPath.ts'
import type { AskedPlace } from '../../../contract/windowPath.ts'
import { compare } from '../../../contract/compare.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import type { RedirectRules } from '../../../contract/redirect/engine.ts'
import { CardPreview } from '../../features/card/CardPreview.tsx'
import { FieldGroups } from '../../features/record/FieldGroups.tsx'
import { RawAnswer } from '../../features/record/RawAnswer.tsx'
import { ServiceSide } from '../../features/record/ServiceSide.tsx'
import { Differences } from '../../features/record/Differences.tsx'
import { Lineage } from '../../features/record/Lineage.tsx'
import { titleOf } from '../../features/record/titleOf.ts'
import { Outcomes } from '../../features/simulator/Outcomes.tsx'
import { rulesOfLink } from '../../features/simulator/linkRules.ts'
import { groupsOf } from '../../link/groups.ts'
import { shapeRemarks } from '../../link/shapeRemarks.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { linkPage } from '../../session/routes.ts'
import { when } from '../../ui/when.ts'
import { AnswerHead } from './AnswerHead.tsx'
import { Compare } from './Compare.tsx'
import { Confirmation } from './Confirmation.tsx'
import type { Confirmed } from './Confirmation.tsx'
import type { ShownLink } from './shownLink.ts'
import styles from './find.module.css'

interface FoundViewProps {
  shown: ShownLink
  /** How far the service has confirmed it. */
  confirmed: Confirmed
  /** Says where it was looked up. */
  where: ReactNode
  /** Whose link it is; `null` when that profile was removed since. */
  profile: SavedProfile | null
  /** The question, where it was asked, and the link that the answer is compared with, `''` without one. */
  text: string
  place: AskedPlace
  other: string
}

/** What a link is: first in one sentence, then field by field, and what it does for each visitor. */
export function FoundView({ shown, confirmed, where, profile, text, place, other }: FoundViewProps) {
  const { link, record, raw } = shown
  const rules = rulesOfLink(link, record?.request ?? null)
  const address = link.access_path ?? record?.link ?? shown.path
  const remarks = raw === null ? noRemarks : shapeRemarks(raw)
  const { comparing, setOpen, close } = useComparing({ text, place, other })
  return (
    <div className={styles['found']}>
      <section className={styles['card']} aria-label="Result">
        {where}
        <AnswerHead
          found={shown}
          rules={rules}
          address={address}
          profileId={profile?.id ?? null}
          place={place}
          startCompare={comparing ? null : () => setOpen(true)}
        />
        <Confirmation confirmed={confirmed} inLibrary={record !== null} />
        {record && <Known record={record} link={link} isConfirmed={confirmed === 'confirmed'} />}
      </section>
      {comparing && <Compare key={other} link={link} text={text} place={place} other={other} close={close} />}
      <NotAsSpecified fields={[...remarks.keys()]} />
      <Details found={shown} rules={rules} address={address} profile={profile} remarks={remarks} />
    </div>
  )
}

const noRemarks: ReadonlyMap<string, string> = new Map()

interface KnownProps {
  record: LinkRecord
  link: RemoteLink
  isConfirmed: boolean
}

/** What the library knows of a link that was found: when it was made here, from what, and whether it is still as asked for. */
function Known({ record, link, isConfirmed }: KnownProps) {
  const { request, damaged } = record
  const differences = request && !damaged && isConfirmed ? compare(request, link) : null
  return (
    <section className={styles['known']} aria-label="What Linkwright knows of it">
      <p>
        {request ? 'Created here' : 'Added'} on {when(record.createdAt)}, in {record.profileName}:{' '}
        <Link href={linkPage(record.id)}>{titleOf(record)}</Link>.
        {differences?.length === 0 && ' The service still has it exactly as you asked for.'}
      </p>
      <Lineage record={record} />
      {differences && differences.length > 0 && <Differences record={{ ...record, differences }} />}
    </section>
  )
}

interface DetailsProps {
  found: ShownLink
  rules: RedirectRules
  address: string
  profile: SavedProfile | null
  remarks: ReadonlyMap<string, string>
}

/** Field by field, and what the link does for each visitor. */
function Details({ found: { link, raw, defaults }, rules, address, profile, remarks }: DetailsProps) {
  return (
    <div className={styles['columns']}>
      <div className={styles['groups']}>
        <FieldGroups groups={groupsOf(link)} data={link.data} level={2} remarks={remarks} />
        {profile && <ServiceSide profile={profile} link={address} />}
        {raw !== null && <RawAnswer text={raw} />}
      </div>
      <aside className={styles['aside']} aria-label="What this link does">
        <section aria-labelledby="found-outcomes">
          <h2 id="found-outcomes">What happens</h2>
          <Outcomes rules={rules} defaults={defaults} />
        </section>
        <section aria-labelledby="found-card">
          <h2 id="found-card">Card</h2>
          <CardPreview
            title={link.title ?? ''}
            subtitle={link.subtitle ?? ''}
            host={hostOf(address, profile)}
          />
        </section>
      </aside>
    </div>
  )
}

/** Whether another link stands beside this one: from the press of its button, and as long as the address names one. */
function useComparing({ text, place, other }: Pick<FoundViewProps, 'text' | 'place' | 'other'>) {
  const [isOpen, setOpen] = useState(false)
  const [, go] = useLocation()
  const close = () => {
    setOpen(false)
    if (other !== '') go(findPath(text, place))
  }
  return { comparing: isOpen || other !== '', setOpen, close }
}

/** That something in the answer is marked, and where. */
function NotAsSpecified({ fields }: { fields: string[] }) {
  return (
    fields.length > 0 && (
      <p className={styles['note']}>
        The service did not answer as its specification says: {fields.join(', ')}. What is different is said
        at each field.
      </p>
    )
  )
}

function hostOf(address: string, profile: SavedProfile | null): string {
  return URL.parse(address)?.host ?? profile?.linkHosts[0] ?? ''
}
