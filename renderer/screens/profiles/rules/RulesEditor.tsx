import { Button, Flex, Tabs } from '@mantine/core'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Draft } from '../../../../contract/app/calls/runs/drafts.ts'
import { ruleFieldLabel, ruleFieldNames } from '../../../../contract/service/rules/ruleFields.ts'
import type { RuleFieldName } from '../../../../contract/service/rules/ruleFields.ts'
import { namesWithRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { useScrollIntoView } from '../../../ui/useScrollIntoView.ts'
import { useUndoToast } from '../../../ui/useUndoToast.ts'
import { FieldRuleForm } from './FieldRuleForm.tsx'
import { RulesConflict } from './RulesConflict.tsx'
import { RuleTest } from './RuleTest.tsx'
import { readRulesForm } from './ruleForm.ts'
import { useConflict } from './useConflict.ts'
import { useRulesForm } from './useRulesForm.ts'
import { useSaveRules } from './useSaveRules.ts'
import styles from './rules.module.css'

export interface RulesEditorProps {
  profileId: string
  saved: TrackingRules
  /** Edits that were kept, or `null`. */
  draft: Draft | null
}

/** Edits rules and tests them. Nothing applies until it is saved; unsaved edits are kept as a draft. */
export function RulesEditor({ profileId, saved, draft }: RulesEditorProps) {
  const editing = useRulesForm(profileId, saved, draft)
  const { form, base, change, isChanged } = editing
  const showUndo = useUndoToast()
  const { conflict, ...resolving } = useConflict(editing)
  const [field, setField] = useState<RuleFieldName>(namesWithRules(saved)[0] ?? 'source')
  const save = useSaveRules(profileId, { onSaved: editing.endSaved, onConflict: resolving.begin })
  const read = readRulesForm(form)
  const errors = 'errors' in read ? read.errors : {}
  const discard = () => {
    resolving.end()
    editing.discard()
    showUndo({ message: 'Changes discarded.', undo: () => editing.replace({ base, form }) })
  }
  return (
    <div className={styles['editor']}>
      <Tabs
        value={field}
        onChange={(value) => setField(ruleFieldNames.find((name) => name === value) ?? 'source')}
        keepMounted={false}
      >
        <FieldTabs errors={errors} />
        {ruleFieldNames.map((name) => (
          <Tabs.Panel key={name} value={name} className={styles['panel'] ?? ''}>
            <FieldRuleForm
              name={name}
              form={form[name]}
              all={form}
              errors={errors}
              change={(patch) => change(name, patch)}
            />
            {'rules' in read && <RuleTest name={name} rules={read.rules} />}
          </Tabs.Panel>
        ))}
      </Tabs>
      {conflict && 'rules' in read && (
        <IntoView>
          <RulesConflict mine={read.rules} {...conflict} {...resolving} />
        </IntoView>
      )}
      {save.problem && (
        <IntoView>
          <ProblemView problem={save.problem} />
        </IntoView>
      )}
      <div className={styles['actions']}>
        <EditorState errors={Object.keys(errors).length} isSaved={save.isSaved && !isChanged} />
        {isChanged && (
          <Button variant="default" onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button
          onClick={() => 'rules' in read && save.run(form, read.rules, base)}
          loading={save.isPending}
          disabled={!isChanged || conflict !== null || 'errors' in read}
        >
          Save rules
        </Button>
      </div>
    </div>
  )
}

/** Shows a tab per field, and marks the fields with errors. `errors` is by path, such as `source.values`. */
function FieldTabs({ errors }: { errors: object }) {
  return (
    <Tabs.List aria-label="Fields with rules">
      {ruleFieldNames.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {ruleFieldLabel(name)}
          {Object.keys(errors).some((path) => path.startsWith(`${name}.`)) && (
            <span className={styles['wrong']}> (check)</span>
          )}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

function EditorState({ errors, isSaved }: { errors: number; isSaved: boolean }) {
  if (errors > 0)
    return <span role="status">{formatCount(errors, 'field has an error', 'fields have errors')}.</span>
  if (!isSaved) return null
  return (
    <Flex component="span" gap={6} align="center" display="inline-flex" c="var(--good-text)" role="status">
      <Check size={15} aria-hidden /> Saved
    </Flex>
  )
}

/** Scrolls a conflict or error into view. *Save rules* is always visible, but the end of the form may not be. */
function IntoView({ children }: { children: ReactNode }) {
  const element = useScrollIntoView<HTMLDivElement>()
  return (
    <div ref={element} className={styles['outcome']}>
      {children}
    </div>
  )
}
