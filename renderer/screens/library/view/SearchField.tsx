import { ActionIcon, Box, Group, TextInput } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { maxSearchLength } from '../../../../contract/app/library/view.ts'
import { useCommands } from '../../../session/commands.ts'
import { SearchHelp } from './SearchHelp.tsx'

interface SearchFieldProps {
  search: string
  type: (search: string) => void
  /** Moves the focus to the results. */
  leave: () => void
}

/** Searches everything known about links. `/` and Ctrl/⌘+F focus the field. */
export function SearchField({ search, type, leave }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useCommands({
    search: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  const clear = () => {
    type('')
    field.current?.focus()
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape' && search !== '') clear()
    else if (event.key === 'ArrowDown') leave()
    else return
    event.preventDefault()
  }
  return (
    <Box
      component="form"
      role="search"
      flex={{ base: '1 1 200px', md: '1 1 240px' }}
      miw={0}
      onSubmit={(event) => event.preventDefault()}
    >
      <TextInput
        ref={field}
        aria-label="Search your links"
        aria-keyshortcuts="/ Control+F Meta+F"
        placeholder="Search your links"
        leftSection={<Search size={16} />}
        rightSectionWidth={64}
        rightSection={
          <Group component="span" gap={2} w="100%" pr={6} justify="flex-end" wrap="nowrap">
            {search !== '' && (
              <ActionIcon size="sm" aria-label="Clear search" onClick={clear}>
                <X size={14} />
              </ActionIcon>
            )}
            <SearchHelp />
          </Group>
        }
        maxLength={maxSearchLength}
        value={search}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
    </Box>
  )
}
