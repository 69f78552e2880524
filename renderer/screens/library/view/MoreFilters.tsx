import { Button, Checkbox, Radio, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RenameTag } from './RenameTag.tsx'
import { use, useState } from 'react'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useCount } from '../../../api/library.ts'
import { formatNumber } from '../../../ui/formatCount.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { SearchContext } from './contexts.ts'
import { FilterButton, type FilterProps } from './FilterButton.tsx'
import { FacetValues } from './FacetValues.tsx'
import { archivedLabels, tagFilters, withOne } from './filters.ts'
import styles from './view.module.css'

type TagMode = keyof LibraryView['tags']

/** Filters links with any, all or none of some tags. */
export function TagFilter({ view, choose }: FilterProps) {
  const { any, all, none } = view.tags
  const [isRenaming, { open, close }] = useDisclosure(false)
  return (
    <>
      <FilterButton label="Tags" chosen={any.length + all.length + none.length}>
        {(hide) => (
          <>
            <TagChoices view={view} choose={choose} />
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                hide()
                open()
              }}
            >
              Rename or merge a tag…
            </Button>
          </>
        )}
      </FilterButton>
      {isRenaming && <RenameTag close={close} />}
    </>
  )
}

function TagChoices({ view, choose }: FilterProps) {
  const [mode, setMode] = useState<TagMode>('any')
  return (
    <>
      <SegmentedControl
        aria-label="Links with"
        fullWidth
        data={[
          { value: 'any', label: 'Any of' },
          { value: 'all', label: 'All of' },
          { value: 'none', label: 'None of' },
        ]}
        value={mode}
        onChange={(next) => setMode(next)}
      />
      <FacetValues
        filter={tagFilters[mode]}
        view={view}
        // For "all of", offers only tags that occur together with the selected ones.
        isNarrowing={mode === 'all'}
        choose={choose}
      />
    </>
  )
}

/** Filters links that break their profile's tracking rules, and shows their number. */
export function RulesFilter({ view, choose }: FilterProps) {
  return (
    <FilterButton label="Rules" chosen={view.breaksRules ? 1 : 0}>
      {() => <RulesChoice view={view} choose={choose} />}
    </FilterButton>
  )
}

function RulesChoice({ view, choose }: FilterProps) {
  const { data, error } = useCount({ ...view, breaksRules: true, search: use(SearchContext) })
  if (error) return <ProblemView problem={error.problem} />
  return (
    <>
      <div className={styles['value']}>
        <Checkbox
          label="Break the tracking rules"
          checked={view.breaksRules ?? false}
          onChange={() => choose(withOne(view, 'breaksRules', view.breaksRules ? undefined : true))}
        />
        {data && <span>{`${formatNumber(data.total)}${data.atLeast ? '+' : ''}`}</span>}
      </div>
      <p className={styles['sampled']}>Based on the current rules of each link’s profile.</p>
    </>
  )
}

/** Shows archived links, which are hidden by default. */
export function ArchivedFilter({ view, choose }: FilterProps) {
  return (
    <FilterButton label="Archived" chosen={view.archived === 'no' ? 0 : 1}>
      {() => (
        <Radio.Group
          aria-label="Archived links"
          value={view.archived}
          onChange={(archived) => choose({ ...view, archived: archived })}
        >
          <div className={styles['values']}>
            {(['no', 'all', 'only'] as const).map((value) => (
              <div key={value} className={styles['value']}>
                <Radio value={value} label={archivedLabels[value]} />
              </div>
            ))}
          </div>
        </Radio.Group>
      )}
    </FilterButton>
  )
}
