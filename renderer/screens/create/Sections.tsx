import { Section } from './Section.tsx'
import { BasicsSection } from './sections/BasicsSection.tsx'
import { DataSection } from './sections/DataSection.tsx'
import { PlacesSection } from './sections/PlacesSection.tsx'
import { PreviewSection } from './sections/PreviewSection.tsx'
import { TagsSection } from './sections/TagsSection.tsx'
import { TrackingSection } from './sections/TrackingSection.tsx'

/** The form from top to bottom: what people see, where they go, how it is counted, what the app gets. */
export function Sections() {
  return (
    <>
      <Section name="basics">
        <BasicsSection />
      </Section>
      <Section name="places" hint="Leave a field empty to use the service’s default.">
        <PlacesSection />
      </Section>
      <Section name="tracking" hint="How visits are counted in your reports.">
        <TrackingSection />
      </Section>
      <Section name="preview" hint="A page with the card, shown before the visitor goes on.">
        <PreviewSection />
      </Section>
      <Section name="tags" hint="Only for you: to find and group links.">
        <TagsSection />
      </Section>
      <Section name="data" hint="What your app is told when it opens the link.">
        <DataSection />
      </Section>
    </>
  )
}
