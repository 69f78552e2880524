import { describe, expect, it } from 'vitest'
import { observeLink } from '../../../../contract/observed.ts'
import { groupsOf } from '../../../../renderer/screens/find/groups.ts'

const valueOf = (answer: Record<string, unknown>, name: string) =>
  groupsOf(observeLink(answer))
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name)?.value

describe('groupsOf', () => {
  it('takes an empty text for nothing', () => {
    expect(valueOf({ title: '' }, 'Title')).toBeNull()
  })

  it('tells the platforms apart where the service does', () => {
    const link = { show_preview_ios: true, show_preview_android: false }
    expect(valueOf(link, 'Preview page, iPhone and iPad')).toBe('Yes')
    expect(valueOf(link, 'Preview page, Android')).toBe('No')
    expect(valueOf({ show_preview: true }, 'Preview page')).toBe('Yes')
  })

  it('shows what the specification does not know', () => {
    expect(valueOf({ clicks: { total: 3 } }, 'clicks')).toBe('{"total":3}')
    expect(groupsOf(observeLink({})).map(({ title }) => title)).not.toContain('Also sent by this service')
  })
})
