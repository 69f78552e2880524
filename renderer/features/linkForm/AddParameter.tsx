import { ActionIcon, Menu, TextInput, type ButtonProps } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  knownParameters,
  parameterLabel,
  parameterName,
  parameterNameError,
  type ParameterField,
} from '../../../contract/service/link/parameters.ts'
import { ruleLimits } from '../../../contract/service/rules/words.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'

interface AddParameterProps extends ButtonProps {
  /** The parameters that the profile lists. */
  listed: readonly ParameterField[]
  add: (field: ParameterField) => void
}

/** Adds a parameter of addresses to the profile's list: a usual one, or one with another name. */
export function AddParameter({ listed, add, ...props }: AddParameterProps) {
  const [opened, setOpened] = useState(false)
  const choose = (added: ParameterField) => {
    add(added)
    setOpened(false)
  }
  return (
    <Menu
      position="bottom-end"
      width={300}
      opened={opened}
      onChange={setOpened}
      trapFocus
      // A dialog would cut it off.
      withinPortal
    >
      <Menu.Target>
        <ActionButton
          size="compact-sm"
          variant="subtle"
          icon={Plus}
          disabled={listed.length >= ruleLimits.parameters}
          {...props}
        >
          Add a parameter
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <NameField listed={listed} add={choose} />
        {knownParameters
          .filter((known) => !listed.includes(known))
          .map((known) => (
            <Menu.Item
              key={known}
              onClick={() => choose(known)}
              rightSection={<code>{parameterName(known)}</code>}
            >
              {parameterLabel(known)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Enters the name of a parameter that isn't a usual one. */
function NameField({ listed, add }: Pick<AddParameterProps, 'listed' | 'add'>) {
  const [name, setName] = useState('')
  const field = `?${name.trim()}` as const
  const isEmpty = name.trim() === ''
  const nameError = listed.includes(field) ? 'It’s already listed.' : parameterNameError(name.trim())
  const error = isEmpty ? null : nameError
  const isUnusable = isEmpty || error !== null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // A form around the menu isn't sent.
        event.stopPropagation()
        if (!isUnusable) add(field)
      }}
    >
      <TextInput
        m={6}
        size="xs"
        label="Name in addresses"
        placeholder="creative_id"
        value={name}
        error={error}
        rightSection={
          <ActionIcon type="submit" size="sm" aria-label="Add" disabled={isUnusable}>
            <Plus size={14} />
          </ActionIcon>
        }
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </form>
  )
}
