import { Fragment } from 'react'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { listFilterLabels } from '../../../../contract/library/columnLists.ts'
import { useProfileName } from '../../../session/useProfileName.ts'
import { activeFilters } from '../view/filters.ts'
import styles from './sheet.module.css'

/** Shows the campaign's name, and any other filters. */
export function SheetTitle({ view }: { view: LibraryView }) {
  const profileName = useProfileName(view.profileId === undefined ? [] : [view.profileId])
  const others = activeFilters({ ...view, campaign: [] }, profileName)
  const search = view.search.trim()
  return (
    <div className={styles['title']}>
      <h2 id="sheet-title">{sheetTitle(view)}</h2>
      {(others.length > 0 || search !== '') && (
        <p className={styles['quiet']}>
          Only links with{' '}
          {[...(search === '' ? [] : [{ name: 'Search', value: search }]), ...others].map(
            ({ name, value }, index) => (
              <Fragment key={`${name} ${value}`}>
                {index > 0 && ', '}
                {value === '' ? name : `${name}: `}
                <strong>{value}</strong>
              </Fragment>
            ),
          )}
        </p>
      )}
    </div>
  )
}

/** Returns the heading of a sheet: its campaigns. */
function sheetTitle({ campaign }: LibraryView): string {
  const [first, ...more] = campaign
  if (first === undefined) return 'Links by channel'
  const label = listFilterLabels.campaign
  return more.length === 0
    ? `${label} “${first}”`
    : `${label}s ${campaign.map((name) => `“${name}”`).join(', ')}`
}
