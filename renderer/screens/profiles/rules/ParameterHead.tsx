import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { parameterName, type ParameterField } from '../../../../contract/service/link/parameters.ts'
import { ruleLimits } from '../../../../contract/service/rules/words.ts'
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
