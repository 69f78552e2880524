import { Group, TextInput } from '@mantine/core'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { parameterName, type ParameterField } from '../../../../contract/service/link/parameters.ts'
import { ruleLimits } from '../../../../contract/service/rules/words.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { listParameters, withoutParameter, withParameterMoved } from './parameterForms.ts'
import type { RuleForm, RulesForm } from './ruleForm.ts'

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
    { name: 'Move to the left', icon: ArrowLeft, places: -1, isPossible: place > 0 },
    { name: 'Move to the right', icon: ArrowRight, places: 1, isPossible: place < order.length - 1 },
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
      {moves.map(({ name, icon, places, isPossible }) => (
        <IconButton
          key={name}
          size={34}
          icon={icon}
          label={name}
          disabled={!isPossible}
          onClick={() => replace(withParameterMoved(form, field, places))}
        />
      ))}
      <IconButton
        size={34}
        icon={Trash2}
        label={`Remove ${label || parameterName(field)}`}
        tooltip="Remove from the list"
        onClick={() => replace(withoutParameter(form, field))}
      />
    </Group>
  )
}
