import { ActionIcon, Group, Menu, TextInput, Tooltip } from '@mantine/core'
import { ArrowLeft, ArrowRight, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  parameterLabel,
  parameterName,
  parameterNameError,
  knownParameters,
} from '../../../../contract/service/link/parameters.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import type { ParameterField } from '../../../../contract/service/link/parameters.ts'
import { ruleLimits } from '../../../../contract/service/rules/words.ts'
import { listParameters, withoutParameter, withParameter, withParameterMoved } from './parameterForms.ts'
import type { RuleForm, RulesForm } from './ruleForm.ts'

interface AddParameterProps {
  form: RulesForm
  set: (form: RulesForm, field: ParameterField) => void
}

/** Adds a parameter of addresses to the profile's list: a usual one, or one with another name. */
export function AddParameter({ form, set }: AddParameterProps) {
  const [name, setName] = useState('')
  const [opened, setOpened] = useState(false)
  const unlisted = knownParameters.filter((field) => !form[field])
  const field = `?${name.trim()}` as const
  const isListed = form[field] !== undefined
  const error =
    name.trim() === '' ? null : isListed ? 'It’s already listed.' : parameterNameError(name.trim())
  const add = (added: ParameterField) => {
    set(withParameter(form, added), added)
    setName('')
    setOpened(false)
  }
  return (
    <Menu position="bottom-end" width={300} opened={opened} onChange={setOpened} trapFocus>
      <Menu.Target>
        <ActionButton
          size="compact-sm"
          variant="subtle"
          my="auto"
          icon={Plus}
          disabled={listParameters(form).length >= ruleLimits.parameters}
        >
          Add a parameter
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '' && error === null) add(field)
          }}
        >
          <TextInput
            m={6}
            size="xs"
            label="Name in addresses"
            placeholder="creative_id"
            spellCheck={false}
            autoComplete="off"
            value={name}
            error={error}
            rightSection={
              <ActionIcon
                type="submit"
                size="sm"
                aria-label="Add"
                disabled={name.trim() === '' || error !== null}
              >
                <Plus size={14} aria-hidden />
              </ActionIcon>
            }
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </form>
        {unlisted.map((usual) => (
          <Menu.Item
            key={usual}
            onClick={() => add(usual)}
            rightSection={<code>{parameterName(usual)}</code>}
          >
            {parameterLabel(usual)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ParameterHeadProps {
  field: ParameterField
  form: RulesForm
  change: (patch: Partial<RuleForm>) => void
  replace: (form: RulesForm) => void
}

/** Edits a parameter's name for people and its place in the list, and removes it. */
export function ParameterHead({ field, form, change, replace }: ParameterHeadProps) {
  const order = listParameters(form)
  const place = order.indexOf(field)
  const label = form[field]?.label ?? ''
  const moves = [
    { text: 'Move to the left', Icon: ArrowLeft, places: -1, isPossible: place > 0 },
    { text: 'Move to the right', Icon: ArrowRight, places: 1, isPossible: place < order.length - 1 },
  ]
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label="Name for people"
        description={
          <>
            Written into each web address as <code>{parameterName(field)}</code>
          </>
        }
        maxLength={ruleLimits.label}
        value={label}
        onChange={({ currentTarget }) => change({ label: currentTarget.value })}
      />
      {moves.map(({ text, Icon, places, isPossible }) => (
        <Tooltip key={text} label={text}>
          <ActionIcon
            size={34}
            aria-label={text}
            disabled={!isPossible}
            onClick={() => replace(withParameterMoved(form, field, places))}
          >
            <Icon size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <Tooltip label="Remove from the list">
        <ActionIcon
          size={34}
          aria-label={`Remove ${label || parameterName(field)}`}
          onClick={() => replace(withoutParameter(form, field))}
        >
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
