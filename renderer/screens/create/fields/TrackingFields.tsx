import { useMemo } from 'react'
import type { Word } from '../../../../contract/calls/suggestions.ts'
import { linkFields, trackingNames } from '../../../../contract/link/fields.ts'
import type { TrackingName } from '../../../../contract/link/fields.ts'
import { useSuggestions } from '../../../api/suggestions.ts'
import { SuggestionField } from '../../../features/suggestions/SuggestionField.tsx'
import {
  commonMediums,
  commonSources,
  addCommonWords,
} from '../../../features/suggestions/commonSuggestions.ts'
import styles from './fields.module.css'

/** Common analytics values. */
const commonWords: Partial<Record<TrackingName, readonly Word[]>> = {
  source: commonSources,
  medium: commonMediums,
}

/** Edits the tracking fields. */
export function TrackingFields() {
  return (
    <div className={styles['tracking']}>
      {trackingNames.map((name) => (
        <TrackingField key={name} name={name} />
      ))}
    </div>
  )
}

function TrackingField({ name }: { name: TrackingName }) {
  const used = useSuggestions().tracking[name]
  const words = useMemo(() => addCommonWords(used, commonWords[name] ?? []), [used, name])
  const path = `tracking_${name}` as const
  const { label, example } = linkFields[path]
  return <SuggestionField name={name} path={path} label={label} placeholder={example} words={words} />
}
