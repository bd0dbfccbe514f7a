package stampede.alipaysandbox;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What the journal keeps, of the kinds that {@link Journal} names. The last entry with an id says how that thing stands. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
interface JournalEntry {

    String id();
}
