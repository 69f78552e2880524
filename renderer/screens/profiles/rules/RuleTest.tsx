import { Table, Textarea, TextInput } from '@mantine/core'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { linkFields } from '../../../../contract/link/fields.ts'
import { createRules } from '../../../../contract/rules/apply.ts'
import type { RuleFinding } from '../../../../contract/rules/fieldCheck.ts'
import { noRuledValues } from '../../../../contract/rules/ruledNames.ts'
import { ruleOf } from '../../../../contract/rules/trackingRules.ts'
import type { RuledName } from '../../../../contract/rules/ruledNames.ts'
import type { TrackingRules } from '../../../../contract/rules/trackingRules.ts'
import styles from './rules.module.css'

const maxTested = 200

/** A tested value, and what became of it. */
interface Tested {
  value: string
  becomes: string
  finding: RuleFinding | null
}

interface RuleTestProps {
  name: RuledName
  rules: TrackingRules
}

/** Tests values against the rules, saved or not: what each becomes, and whether it is allowed. Typing never waits for it. */
export function RuleTest({ name, rules: newestRules }: RuleTestProps) {
  const [typed, setTyped] = useState('')
  const [other, setOther] = useState('')
  const rules = useDeferredValue(newestRules)
  const tested = useDeferredValue(typed)
  const { dependent } = ruleOf(rules, name)
  // Results of lines that didn't change are kept.
  const apply = useMemo(() => createRules(rules), [rules])
  const results = useMemo(() => {
    const given = dependent ? { ...noRuledValues, [dependent.on]: other } : noRuledValues
    return tested
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, maxTested)
      .map((value) => {
        const { values, findings } = apply({ ...given, [name]: name === 'tags' ? [value] : value })
        const becomes = [values[name]].flat().join(', ')
        return { value, becomes, finding: findings.find((finding) => finding.field === name) ?? null }
      })
  }, [apply, name, tested, other, dependent])
  return (
    <section className={styles['test']} aria-label="Try the rules">
      <h3>Try it</h3>
      {dependent && (
        <TextInput
          label={`With the ${linkFields[`tracking_${dependent.on}`].label.toLowerCase()}`}
          value={other}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      )}
      <Textarea
        label="Values to test, one per line"
        placeholder={'Twitter\ntwiter\nBlack Friday'}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {results.length > 0 && <Results results={results} />}
    </section>
  )
}

const Results = memo(function Results({ results }: { results: readonly Tested[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Typed</Table.Th>
          <Table.Th>Becomes</Table.Th>
          <Table.Th>Result</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {results.map(({ value, becomes, finding }, index) => (
          <Table.Tr key={index}>
            <Table.Td>{value}</Table.Td>
            <Table.Td>{becomes}</Table.Td>
            <Table.Td>
              <Verdict finding={finding} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
})

function Verdict({ finding }: { finding: RuleFinding | null }) {
  if (!finding)
    return (
      <span className={styles['verdict']} data-tone="good">
        <CircleCheck size={14} aria-hidden /> Allowed
      </span>
    )
  const Icon = finding.isError ? CircleAlert : TriangleAlert
  return (
    <span className={styles['verdict']} data-tone={finding.isError ? 'bad' : 'warn'}>
      <Icon size={14} aria-hidden />
      <span>
        {finding.isError ? 'Refused' : 'Warning'}: {finding.text}
        {finding.mend !== null && ` Suggests “${finding.mend}”.`}
      </span>
    </span>
  )
}
