import { TagsInput } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { Word } from '../../../contract/calls/suggestions.ts'
import { useSuggestions } from '../../api/suggestions.ts'
import { findNearDuplicate, suggestionReason } from '../../../contract/nearDuplicate.ts'
import { endsInsideQuotes, parseTags } from '../../../contract/tagList.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { useField } from '../../link/FormContext.tsx'
import { replaceTag, addTags } from '../../link/tagList.ts'
import { useFieldError, useRules } from '../../link/FormChecks.tsx'

/** Edits tags as chips. A comma, Enter or a pasted list separates them; quoted commas are kept. */
export function TagsField() {
  const [tags, setTags] = useField('tags')
  const { error, warning } = useFieldError('tags', false)
  const rules = useRules()
  const known = useSuggestions().tags
  const suggested = useMemo(() => known.map(({ value }) => value), [known])
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // Only new tags are parsed as a list: existing and suggested ones may contain commas.
  const change = (next: string[]) => {
    const read = (tag: string) => (tags.includes(tag) || suggested.includes(tag) ? [tag] : parseTags(tag))
    const added = next.flatMap(read)
    setTags(addTags([], rules?.writeTags(added) ?? added))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== ',' || typed.trim() === '' || endsInsideQuotes(typed)) return
    event.preventDefault()
    change([...tags, typed])
    setTyped('')
  }
  const doubtful = tags
    .map((tag) => ({ tag, meant: findNearDuplicate(tag, known) }))
    .filter((each): each is { tag: string; meant: Word } => each.meant !== null)
  return (
    <TagsInput
      ref={input}
      aria-label="Tags"
      placeholder={tags.length === 0 ? 'Type one and press Enter, or paste a list' : ''}
      data={suggested}
      limit={8}
      openOnFocus={false}
      value={tags}
      onChange={change}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDown={onKeyDown}
      splitChars={[]}
      isDuplicate={(tag, present) => present.includes(tag)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        warning !== undefined || doubtful.length > 0 ? (
          <>
            {warning !== undefined && <FieldWarning text={`This service may reject it: ${warning}`} />}
            {doubtful.map(({ tag, meant: suggestion }) => (
              <FieldWarning
                key={tag}
                text={suggestionReason(suggestion)}
                fix={{
                  label: `Use “${suggestion.value}” for “${tag}”`,
                  apply: () => {
                    setTags(replaceTag(tags, tag, suggestion.value))
                    input.current?.focus()
                  },
                }}
              />
            ))}
          </>
        ) : undefined
      }
      error={error}
    />
  )
}
