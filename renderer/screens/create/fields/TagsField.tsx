import { TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Word } from '../../../../contract/calls/suggestions.ts'
import { useSuggestions } from '../../../api/suggestions.ts'
import { nearDuplicate, reasonFor } from '../../../features/suggestions/nearDuplicate.ts'
import { Remark } from '../../../ui/Remark.tsx'
import { useField } from '../../../link/FormContext.tsx'
import { replacedTag, tagsIn, withTags } from '../../../link/tagList.ts'
import { useShownFault } from '../../../link/FormChecks.tsx'

/** Chips; a comma, Enter or a pasted list makes several. */
export function TagsField() {
  const [tags, setTags] = useField('tags')
  const { fault, warning } = useShownFault('tags', false)
  const known = useSuggestions().tags
  const suggested = useMemo(() => known.map(({ value }) => value), [known])
  const onPaste = (event: React.ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[,;\t\r\n]/.test(text)) return
    event.preventDefault()
    setTags(withTags(tags, tagsIn(text)))
  }
  const doubtful = tags
    .map((tag) => ({ tag, meant: nearDuplicate(tag, known) }))
    .filter((each): each is { tag: string; meant: Word } => each.meant !== null)
  return (
    <TagsInput
      aria-label="Tags"
      placeholder={tags.length === 0 ? 'Type one and press Enter, or paste a list' : ''}
      data={suggested}
      limit={8}
      openOnFocus={false}
      value={tags}
      onChange={(next) => setTags(withTags([], next.flatMap(tagsIn)))}
      onPaste={onPaste}
      splitChars={[',']}
      isDuplicate={(tag, present) => present.includes(tag)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        warning !== undefined || doubtful.length > 0 ? (
          <>
            {warning !== undefined && <Remark text={`This service may refuse it: ${warning}`} />}
            {doubtful.map(({ tag, meant }) => (
              <Remark
                key={tag}
                text={reasonFor(meant)}
                fix={{
                  label: `Use “${meant.value}” for “${tag}”`,
                  apply: () => setTags(replacedTag(tags, tag, meant.value)),
                }}
              />
            ))}
          </>
        ) : undefined
      }
      error={fault}
    />
  )
}
