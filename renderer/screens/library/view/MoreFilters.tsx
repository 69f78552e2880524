import { Button, SegmentedControl, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { RenameTag } from './RenameTag.tsx'
import { useState } from 'react'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { namesOf } from '../../../../contract/service/link/fields.ts'
import { RadioList } from '../../../ui/RadioList.tsx'
import { FilterButton, filterLook, type FilterProps } from './FilterButton.tsx'
import { FacetValues } from './FacetValues.tsx'
import { archivedLabels, tagFilters, withOne } from './filters.ts'

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

interface ToggleFilterProps extends FilterProps, Pick<ButtonProps, 'leftSection'> {
  name: 'starred' | 'breaksRules'
  label: string
  title?: string
}

/** Filters links with a property, or all of them. */
export function ToggleFilter({ view, choose, name, label, ...button }: ToggleFilterProps) {
  const isChosen = view[name] ?? false
  return (
    <Button
      {...filterLook}
      {...button}
      data-active={isChosen || undefined}
      aria-pressed={isChosen}
      onClick={() => choose(withOne(view, name, isChosen ? undefined : true))}
    >
      {label}
    </Button>
  )
}

/** Shows archived links, which are hidden by default. */
export function ArchivedFilter({ view, choose }: FilterProps) {
  return (
    <FilterButton label="Archived" chosen={view.archived === 'no' ? 0 : 1}>
      {() => (
        <RadioList
          label="Archived links"
          value={view.archived}
          onChange={(archived) => choose({ ...view, archived })}
          choices={namesOf(archivedLabels).map((value) => ({ value, label: archivedLabels[value] }))}
        />
      )}
    </FilterButton>
  )
}
