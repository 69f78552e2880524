import { Stack, TextInput } from '@mantine/core'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { linkFields } from '../../../../contract/service/link/fields.ts'
import { createRules } from '../../../../contract/app/rules/apply.ts'
import type { RuleFinding } from '../../../../contract/app/rules/check/fieldCheck.ts'
import { emptyRuleFieldValues, type RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { getRule, type TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { IconLine } from '../../../ui/IconLine.tsx'
import { Table, type TableColumn } from '../../../ui/Table.tsx'
import { LinesField } from './LinesField.tsx'
import styles from './rules.module.css'

const maxTested = 200

/**
 * Tries values on the rules in the editor, saved or not: shows how each would be spelled, and whether it is allowed.
 * Typing never waits for the results.
 */
export function RuleTest({ name, rules: newestRules }: { name: RuleFieldName; rules: TrackingRules }) {
  const [typed, setTyped] = useState('')
  const [other, setOther] = useState('')
  const rules = useDeferredValue(newestRules)
  const tested = useDeferredValue(typed)
  const { dependent } = getRule(rules, name)
  const check = useMemo(() => createCheck(rules, name, other), [rules, name, other])
  const lines = useMemo(() => nonEmptyLines(tested).slice(0, maxTested), [tested])
  return (
    <Stack component="section" className={styles['test'] ?? ''} miw={0} aria-label="Try the rules">
      <h3>Try it</h3>
      {dependent && (
        <TextInput
          label={`With the ${linkFields[`tracking_${dependent.on}`].label.toLowerCase()}`}
          value={other}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      )}
      <LinesField
        label="Values to test, one per line"
        placeholder={'Twitter\ntwiter\nBlack Friday'}
        minRows={3}
        maxRows={10}
        value={typed}
        change={(value) => setTyped(value)}
      />
      {lines.length > 0 && <Results lines={lines} check={check} />}
    </Stack>
  )
}

/** Returns a value with the rules' spelling applied, and the rule that it breaks. */
type Check = (value: string) => { becomes: string; finding: RuleFinding | null }

function createCheck(rules: TrackingRules, name: RuleFieldName, other: string): Check {
  const apply = createRules(rules)
  const { dependent } = getRule(rules, name)
  const otherValues = dependent ? { ...emptyRuleFieldValues, [dependent.on]: other } : emptyRuleFieldValues
  return (value) => {
    const { values, findings } = apply({ ...otherValues, [name]: name === 'tags' ? [value] : value })
    const becomes = [values[name]].flat().join(', ')
    return { becomes, finding: findings.find((finding) => finding.field === name) ?? null }
  }
}

function nonEmptyLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Shows what becomes of each value. Only values that were not tested before are checked. */
const Results = memo(function Results({ lines, check }: { lines: readonly string[]; check: Check }) {
  const rows = lines.map((value, index) => ({ index, value, ...check(value) }))
  return <Table columns={columns} rows={rows} getKey={({ index }) => index} />
})

const columns: TableColumn<{ value: string } & ReturnType<Check>>[] = [
  { head: 'Typed', cell: ({ value }) => value },
  { head: 'Becomes', cell: ({ becomes }) => becomes },
  { head: 'Result', cell: ({ finding }) => <Verdict finding={finding} /> },
]

function Verdict({ finding }: { finding: RuleFinding | null }) {
  if (!finding)
    return (
      <IconLine icon={CircleCheck} size={14} c="var(--good-text)" fz="sm">
        Allowed
      </IconLine>
    )
  const { isError, text, fix } = finding
  return (
    <IconLine
      icon={isError ? CircleAlert : TriangleAlert}
      size={14}
      c={isError ? 'var(--bad-text)' : 'var(--warn-text)'}
      fz="sm"
    >
      {isError ? 'Refused' : 'Warning'}: {text}
      {fix !== null && ` Suggests “${fix}”.`}
    </IconLine>
  )
}
