import { useMemo } from 'react'
import { useWords } from '../../../api/suggestions.ts'
import { WordField } from '../../../features/suggestions/WordField.tsx'
import { commonMediums, commonSources, withCommon } from '../../../features/suggestions/commonWords.ts'
import styles from '../create.module.css'

/** The three words by which visits are counted. */
export function TrackingSection() {
  const { campaigns, sources, mediums } = useWords()
  const allSources = useMemo(() => withCommon(sources, commonSources), [sources])
  const allMediums = useMemo(() => withCommon(mediums, commonMediums), [mediums])
  return (
    <div className={styles['tracking']}>
      <WordField
        name="campaign"
        path="tracking_campaign"
        label="Campaign"
        placeholder="summer-sale"
        words={campaigns}
      />
      <WordField
        name="source"
        path="tracking_source"
        label="Source"
        placeholder="newsletter"
        words={allSources}
      />
      <WordField name="medium" path="tracking_medium" label="Medium" placeholder="email" words={allMediums} />
    </div>
  )
}
