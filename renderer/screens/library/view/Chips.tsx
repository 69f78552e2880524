import { Button, Group } from '@mantine/core'
import { X } from 'lucide-react'
import { memo } from 'react'
import type { LibraryView } from '../../../../contract/app/library/view.ts'
import { useSession } from '../../../session/Session.tsx'
import { useListedParameters } from '../../../link/useListedParameters.ts'
import { shorten } from '../../../ui/shorten.ts'
import { activeFilters, coversOnly, withoutFilters } from './filters.ts'

/** Names of the filters that `Scope` shows instead. */
const scopeFilters: readonly string[] = ['Profile', 'Environment']

interface ChipsProps {
  view: LibraryView
  choose: (view: LibraryView) => void
  profileName: (id: string) => string
  runName: (id: string) => string
}

/** Shows the active filters, each with a remove button, except those that `Scope` already names. */
export const Chips = memo(function Chips({ view, choose, profileName, runName }: ChipsProps) {
  const isScoped = coversOnly(view, useSession().current)
  const filters = activeFilters(view, profileName, runName, useListedParameters().labelOf).filter(
    ({ name }) => !isScoped || !scopeFilters.includes(name),
  )
  const { profileId, environment } = view
  const cleared = { ...withoutFilters(view), ...(isScoped && { profileId, environment }) }
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
              rightSection={<X size={12} color="var(--text-quiet)" aria-hidden />}
              onClick={() => choose(without)}
            >
              {value === '' ? name : `${name}: ${shorten(value, 36)}`}
            </Button>
          </li>
        )
      })}
      <li>
        <Button size="compact-xs" variant="subtle" onClick={() => choose(cleared)}>
          Clear all
        </Button>
      </li>
    </Group>
  )
})
