import { Button, Group } from '@mantine/core'
import { X } from 'lucide-react'
import { memo } from 'react'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { shorten } from '../../../ui/shorten.ts'
import type { FilterProps } from './FilterButton.tsx'
import { activeFilters, withoutFilters } from './filters.ts'

interface ChipsProps extends FilterProps {
  profileName: (id: string) => string
  runName: (id: string) => string
}

/** Shows the active filters, each with a remove button. */
export const Chips = memo(function Chips({ view, choose, profileName, runName }: ChipsProps) {
  const filters = activeFilters(view, profileName, runName, useListedParameters().labelOf)
  if (filters.length === 0) return null
  return (
    <Group component="ul" gap={4} miw={0} aria-label="Active filters">
      {filters.map(({ name, value, without }) => {
        const text = value === '' ? name : `${name}: ${value}`
        return (
          <li key={text}>
            <Button
              size="compact-xs"
              variant="light"
              radius="xl"
              maw={320}
              fw={400}
              c="var(--text)"
              title={text}
              aria-label={`Remove ${text}`}
              rightSection={<X size={12} color="var(--text-quiet)" />}
              onClick={() => choose(without)}
            >
              {value === '' ? name : `${name}: ${shorten(value, 36)}`}
            </Button>
          </li>
        )
      })}
      <li>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(withoutFilters(view))}>
          Clear all
        </Button>
      </li>
    </Group>
  )
})
