package stampede;

import stampede.testing.ModuleRules;

/** The shop's modules, and those of the task system as the shop uses them. */
class ModulesTests implements ModuleRules {}
