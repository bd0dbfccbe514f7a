package stampede.workflow;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** Chains, groups and chords. */
@EngineConfiguration
@EnableConfigurationProperties(WorkflowProperties.class)
@Import({
    WorkflowCanceller.class,
    WorkflowConclusion.class,
    WorkflowGates.class,
    WorkflowRepository.class,
    WorkflowRetention.class,
    WorkflowStarter.class,
    WorkflowStepEnds.class,
    WorkflowStepRepository.class,
    WorkflowSummaryRepository.class,
    WorkflowTreeReader.class,
    Workflows.class
})
public class WorkflowAutoConfiguration {}
