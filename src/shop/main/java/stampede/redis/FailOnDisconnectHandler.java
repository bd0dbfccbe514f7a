package stampede.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CommandHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Lets commands fail that were sent and not answered in full when their connection broke. Lettuce would send them again and add the
 * second answer to what it had read of the first, so that the third of five shoppers got the answer of the first. Whoever asked does
 * not know what has happened, and has to be prepared for that anyway.
 */
final class FailOnDisconnectHandler extends ChannelInboundHandlerAdapter {

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        var commands = context.pipeline().get(CommandHandler.class);
        if (commands != null) {
            commands.drainQueue()
                    .forEach(command -> command.completeExceptionally(
                            new RedisException("The connection to Redis broke before the whole answer was there")));
        }
        context.fireChannelInactive();
    }
}
