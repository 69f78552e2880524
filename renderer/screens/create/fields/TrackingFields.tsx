import { useMemo } from 'react'
import { useSuggestions } from '../../../api/suggestions.ts'
import { SuggestionField } from '../../../features/suggestions/SuggestionField.tsx'
import { commonMediums, commonSources, withCommon } from '../../../features/suggestions/commonSuggestions.ts'
import styles from './fields.module.css'

/** The three words by which visits are counted. */
export function TrackingFields() {
  const { campaigns, sources, mediums } = useSuggestions()
  const allSources = useMemo(() => withCommon(sources, commonSources), [sources])
  const allMediums = useMemo(() => withCommon(mediums, commonMediums), [mediums])
  return (
    <div className={styles['tracking']}>
      <SuggestionField
        name="campaign"
        path="tracking_campaign"
        label="Campaign"
        placeholder="summer-sale"
        words={campaigns}
      />
      <SuggestionField
        name="source"
        path="tracking_source"
        label="Source"
        placeholder="newsletter"
        words={allSources}
      />
      <SuggestionField
        name="medium"
        path="tracking_medium"
        label="Medium"
        placeholder="email"
        words={allMediums}
      />
    </div>
  )
}
