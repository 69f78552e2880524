import { useCall } from '../../api/useCall.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { appOutcomes } from './appWords.ts'
import { Outcomes, type OutcomesProps } from './Outcomes.tsx'
import { recordRules } from '../../link/linkRules.ts'

interface LinkOutcomesProps extends Omit<OutcomesProps, 'app'> {
  /** The address of the existing link. */
  link: string
}

/** The outcomes of an existing link, with what is known about opening the app from its domain. */
export function LinkOutcomes({ link, ...outcomes }: LinkOutcomesProps) {
  const { data: report } = useCall('appLinks.get', { link }, { enabled: outcomes.hasApp })
  return <Outcomes {...outcomes} app={report ? appOutcomes(report, link) : undefined} />
}

interface RecordOutcomesProps {
  record: LinkRecord
  /** `undefined` if it was removed. Then the project may have an app. */
  profile: SavedProfile | undefined
}

/** The outcomes of a library link: of what the service stores, or of the request while that is unknown. */
export function RecordOutcomes({ record, profile }: RecordOutcomesProps) {
  return (
    <LinkOutcomes
      link={record.link ?? ''}
      rules={recordRules(record)}
      defaults={profile?.defaults ?? 'unknown'}
      hasApp={profile?.hasApp ?? true}
    />
  )
}
